import { hash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { integrityOf } from '@portal/build/file-tree'
import { sortedJson } from '@portal/contracts/remote-statement'
import { RemoteEntry } from '@portal/contracts/remotes'
import { folderEntries } from '@portal/deploy/images/content/image-files'
import { writeLayout } from '@portal/deploy/images/oci/layout'
import { unpackImage } from '@portal/deploy/images/oci/unpack-image'

interface NextRelease {
  /** The layout of a remote's image, and the remote's name. */
  readonly layout: string
  readonly remote: string
  /** Where the new layout goes, and the new image's name. */
  readonly folder: string
  readonly image: string
}

/**
 * Writes the image of a remote's next release: one file has a byte more, so the version is one that
 * no portal knows. Returns the version.
 */
export async function writeNextRelease({ layout, remote, folder, image }: NextRelease): Promise<string> {
  const unpacked = `${folder}.rootfs`
  const { config } = await unpackImage(layout, unpacked)
  const version = await changeBuild(join(unpacked, config.WorkingDir, 'remotes', remote, 'dist'))
  await writeLayout(folder, {
    name: image,
    layers: [{ title: 'Everything', entries: await folderEntries('', unpacked) }],
    command: config.Entrypoint,
    environment: config.Env,
    workingFolder: config.WorkingDir,
    user: config.User,
    labels: {},
  })
  await rm(unpacked, { recursive: true })
  return version
}

async function changeBuild(dist: string): Promise<string> {
  const description = join(dist, 'remote.json')
  const entry = RemoteEntry.parse(JSON.parse(await readFile(description, 'utf8')))
  const file = basename(entry.entry)
  const content = Buffer.concat([await readFile(join(dist, file)), Buffer.from('\n')])
  await writeFile(join(dist, file), content)
  await writeFile(join(dist, `${file}.br`), brotliCompressSync(content))
  await writeFile(join(dist, `${file}.gz`), gzipSync(content))
  const integrity = { ...entry.integrity, [file]: integrityOf(content) }
  const files = hash('sha256', sortedJson(integrity), 'hex')
  const version = files.slice(0, 12)
  const address = entry.entry.replace(entry.version, version)
  await writeFile(description, JSON.stringify({ ...entry, version, entry: address, integrity, files }))
  for (const twin of ['br', 'gz']) await rm(`${description}.${twin}`, { force: true })
  return version
}
