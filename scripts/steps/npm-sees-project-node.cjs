// Preloaded into npm, which skips native packages that do not support the Node it runs on itself:
// here they run on the project's own Node.
const { dependencies } = require('../../package.json')

Object.defineProperty(process, 'version', { value: `v${dependencies.node}` })
