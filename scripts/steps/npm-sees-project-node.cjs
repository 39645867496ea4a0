// Loaded into npm: it leaves out native packages that do not run on the Node it runs on itself, but
// they will run on the Node that the project brings.
const { dependencies } = require('../../package.json')

Object.defineProperty(process, 'version', { value: `v${dependencies.node}` })
