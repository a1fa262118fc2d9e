import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { RemoteEntry } from '@portal/contracts/remotes'

const description = 'remote.json'
const fileMs = 60_000
const fileBytesMax = 16 * 1024 * 1024
/** As builds have twins of. */
const compressed = /\.(?:m?js|css|json|svg|html|txt)$/

/** A build on this machine until it is disposed of. */
export interface DownloadedBuild extends AsyncDisposable {
  readonly folder: string
}

/**
 * Copies the build that is served below an address: its description, whose SHA-256 is given in
 * hexadecimal, and every file that it names. Throws a sentence. Who reads the build checks its
 * files against the description.
 */
export async function downloadBuild(address: string, sha256: string): Promise<DownloadedBuild> {
  const base = new URL(address.endsWith('/') ? address : `${address}/`)
  const folder = await mkdtemp(join(tmpdir(), 'portal-upstream-'))
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    const text = await download(new URL(description, base))
    const found = hash('sha256', text, 'hex')
    if (found !== sha256) throw new Error(`The build at ${base} is another one: its SHA-256 is ${found}.`)
    await writeFile(join(folder, description), text)
    const { integrity } = RemoteEntry.pick({ integrity: true }).parse(JSON.parse(text.toString()))
    for (const file of Object.keys(integrity)) await copy(file, { base, folder })
  } catch (error) {
    await dispose()
    throw error
  }
  return { folder, [Symbol.asyncDispose]: dispose }
}

/** Not the description either: asked for again, it could be another one than was checked. */
async function copy(
  file: string,
  { base, folder }: { readonly base: URL; readonly folder: string },
): Promise<void> {
  if (file === description || posix.normalize(`/${file}`) !== `/${file}` || file.includes('\\'))
    throw new Error(`${description} names "${file}", which is no file beside it.`)
  const content = await download(new URL(file.split('/').map(encodeURIComponent).join('/'), base))
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  if (!compressed.test(file)) return
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
  await writeFile(`${path}.gz`, await promisify(gzip)(content))
}

async function download(address: URL): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(fileMs) }).catch((cause: unknown) => {
    throw new Error(`${address} cannot be reached.`, { cause })
  })
  if (response.status !== 200) throw new Error(`${address} is answered with ${response.status}.`)
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.length
      if (bytes > fileBytesMax) break
      pieces.push(piece)
    }
  } catch (cause) {
    throw new Error(`${address} cannot be read.`, { cause })
  }
  if (bytes > fileBytesMax) throw new Error(`${address} is larger than ${fileBytesMax} bytes.`)
  return Buffer.concat(pieces)
}
