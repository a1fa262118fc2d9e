import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'

/** An evidence pack in a temporary folder, with the files as they came. */
export interface UnpackedPack extends AsyncDisposable {
  readonly folder: string
  readonly files: ReadonlyMap<string, Uint8Array>
  /** A file's text; throws if there is no such file. */
  text(path: string): string
}

/** Unpacks a pack as a person would. */
export async function unpackPack(archive: Uint8Array): Promise<UnpackedPack> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'portal-pack-')))
  const files = new Map(Object.entries(unzipSync(archive)))
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return {
    ...{ folder, files },
    text: (path) => {
      const content = files.get(path)
      if (!content) throw new Error(`The pack has no ${path}, only ${[...files.keys()].join(', ')}.`)
      return new TextDecoder().decode(content)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** What the verification script said, and its exit code. */
export interface PackVerdict {
  readonly code: number
  readonly output: string
}

/**
 * Runs the script of a pack in a process of its own that may read the pack and nothing else. `of`:
 * the pack whose script it is, which by default is its own.
 */
export function verifyPack(
  folder: string,
  { of = folder, key }: { readonly of?: string; readonly key?: string } = {},
): Promise<PackVerdict> {
  const allowed = [folder, of].map((one) => `--allow-fs-read=${one}/*`)
  const script = [join(of, 'verify.mjs'), ...(key === undefined ? [] : ['--key', key]), folder]
  return new Promise((resolve) => {
    execFile(process.execPath, ['--permission', ...allowed, ...script], { env: {} }, (error, out, err) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0
      resolve({ code, output: `${out}${err}` })
    })
  })
}
