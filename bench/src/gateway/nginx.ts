import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../config.ts'
import type { Contender } from './measure.ts'
import { cores, pinned } from './pinned-process.ts'

const run = promisify(execFile)

/** A running single-worker nginx in front of an upstream, or the reason why there is none. */
export type Nginx =
  | { readonly contender: Contender; readonly version: string; stop(): Promise<void> }
  | { readonly missing: string }

/** Starts the installed nginx, or Debian's package unpacked into the cache. */
export async function startNginx(folder: string, upstreamUrl: string): Promise<Nginx> {
  const program = await findNginx()
  if (program === null) return { missing: 'nginx is not installed and Debian’s package cannot be had here' }
  const port = await freePort()
  await mkdir(join(folder, 'logs'), { recursive: true })
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, new URL(upstreamUrl).host))
  const words = pinned(cores.servers, [program, '-p', folder, '-c', join(folder, 'nginx.conf')])
  const [command = '', ...args] = words
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const url = `http://127.0.0.1:${port}/api/departments`
  await untilAnswers(url)
  const { stderr } = await run(program, ['-v'])
  return {
    contender: {
      name: 'nginx, one worker',
      url,
      pids: [child.pid ?? 0, ...(await childrenOf(child.pid ?? 0))],
    },
    version: stderr.trim().replace('nginx version: ', ''),
    stop: async () => {
      const exit = once(child, 'exit')
      child.kill('SIGQUIT')
      await exit
    },
  }
}

async function findNginx(): Promise<string | null> {
  for (const path of ['/usr/sbin/nginx', '/usr/local/sbin/nginx']) if (existsSync(path)) return path
  const folder = join(cacheFolder(), 'nginx')
  const unpacked = join(folder, 'unpacked', 'usr', 'sbin', 'nginx')
  if (existsSync(unpacked)) return unpacked
  try {
    await mkdir(folder, { recursive: true })
    await run('apt-get', ['download', 'nginx'], { cwd: folder })
    const archive = (await readdir(folder)).find((file) => /^nginx_.*\.deb$/.test(file))
    if (archive === undefined) return null
    await run('dpkg', ['-x', archive, 'unpacked'], { cwd: folder })
    return existsSync(unpacked) ? unpacked : null
  } catch {
    // No Debian, no network or no nginx package: the contender is reported as missing.
    return null
  }
}

function configuration(folder: string, port: number, upstream: string): string {
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/logs/error.log;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream service { server ${upstream}; keepalive 256; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx does not answer.')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
