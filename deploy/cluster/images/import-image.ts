import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { runTool } from '../parts/run-tool.ts'

/**
 * Puts an OCI layout into a node's image store; `socket` is containerd's. Kubelet asks for the
 * whole name, with the registry that is meant by none.
 */
export async function importImage(socket: string, layout: string, name: string): Promise<void> {
  await load(socket, layout)
  if (/^[^/]*[.:][^/]*\/|^localhost\//.test(name)) return
  await runTool('ctr', [...ctr(socket), 'images', 'tag', '--force', name, `docker.io/${name}`])
}

const ctr = (socket: string) => ['--address', socket, '--namespace', 'k8s.io']

async function load(socket: string, layout: string): Promise<void> {
  const packed = spawn('tar', ['--create', '--directory', layout, '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const child = spawn('ctr', [...ctr(socket), 'images', 'import', '-'], { stdio: ['pipe', 'ignore', 'pipe'] })
  const [errors, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'close'),
    // A reader that ends early says why.
    pipeline(packed.stdout, child.stdin).catch(() => undefined),
  ])
  if (code !== 0) throw new Error(`The image in ${layout} could not be imported: ${errors}`)
}
