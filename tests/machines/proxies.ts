import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const deploy = path.resolve(import.meta.dirname, '../../deploy')

export type Proxy = { name: string; url: string; stop(): Promise<void> }
type Ports = { own: number; processes: readonly number[] }

/** A documented configuration, changed to the ports of this run. */
async function configuration(file: string, { own, processes }: Ports): Promise<string> {
  let text = await readFile(path.join(deploy, file), 'utf8')
  for (const [at, port] of processes.entries()) {
    text = text.replaceAll(`127.0.0.1:${3001 + at}`, `127.0.0.1:${port}`)
  }
  return text
    .replace('listen 80;', `listen 127.0.0.1:${own};`)
    .replace('bind :80', `bind 127.0.0.1:${own}`)
}

/** The part of a distribution's nginx.conf that surrounds the included file. */
const around = (folder: string, site: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${site};
}`

async function launched(name: string, url: string, child: ChildProcess): Promise<Proxy> {
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  while (child.exitCode === null) {
    const answered = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return { name, url, stop }
    await pause(50)
  }
  throw new Error(`${name} ended with ${child.exitCode}`)
}

/** Debian installs both proxies in a folder that is not on everybody's PATH. */
const program = (name: string) => `/usr/sbin/${name}`

export const startProxy: Record<'nginx' | 'haproxy', (f: string, p: Ports) => Promise<Proxy>> = {
  async nginx(folder, ports) {
    await mkdir(folder)
    const site = path.join(folder, 'site.conf')
    await writeFile(site, await configuration('nginx.conf', ports))
    const main = path.join(folder, 'nginx.conf')
    await writeFile(main, around(folder, site))
    const args = ['-e', path.join(folder, 'error.log'), '-c', main, '-g', 'daemon off;']
    const child = spawn(program('nginx'), args, { stdio: 'inherit' })
    return launched('nginx', `http://127.0.0.1:${ports.own}`, child)
  },
  async haproxy(folder, ports) {
    await mkdir(folder)
    const file = path.join(folder, 'haproxy.cfg')
    await writeFile(file, await configuration('haproxy.cfg', ports))
    // Quiet, because processes are expected to go down.
    const child = spawn(program('haproxy'), ['-db', '-q', '-f', file], { stdio: 'inherit' })
    return launched('HAProxy', `http://127.0.0.1:${ports.own}`, child)
  },
}
