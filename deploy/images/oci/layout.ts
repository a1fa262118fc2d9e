import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type TarEntry, tar } from './tar.ts'

/** A part of an image that has a reason to change of its own. */
export interface Layer {
  readonly title: string
  readonly entries: readonly TarEntry[]
}

interface ImageSpec {
  /** Repository and tag, such as `portal/services:0.1.0`. */
  readonly name: string
  readonly layers: readonly Layer[]
  readonly command: readonly string[]
  readonly environment: readonly string[]
  readonly workingFolder: string
  /** User and group as numbers: `runAsNonRoot` cannot judge a name. */
  readonly user: string
  readonly labels: Readonly<Record<string, string>>
}

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

/** An image as written; `digest` is its manifest's, by which a cluster names it. */
export interface WrittenImage {
  readonly name: string
  readonly digest: string
  readonly layers: readonly { readonly title: string; readonly bytes: number; readonly packedBytes: number }[]
}

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
const epoch = '1970-01-01T00:00:00Z'
const vendor = 'application/vnd.oci.image'

/**
 * Writes an OCI image layout (https://github.com/opencontainers/image-spec) into
 * an empty folder. The same specification gives the same digest.
 */
export async function writeLayout(folder: string, spec: ImageSpec): Promise<WrittenImage> {
  const blobs = join(folder, 'blobs', 'sha256')
  await mkdir(blobs, { recursive: true })
  const put = async (mediaType: string, content: Uint8Array): Promise<Descriptor> => {
    const digest = sha256(content)
    await writeFile(join(blobs, digest.slice('sha256:'.length)), content)
    return { mediaType, digest, size: content.length }
  }
  const layers = []
  for (const { title, entries } of spec.layers) {
    const archive = tar(entries)
    const descriptor = await put(`${vendor}.layer.v1.tar+gzip`, gzipSync(archive))
    layers.push({ title, bytes: archive.length, diffId: sha256(archive), descriptor })
  }
  const config = await put(`${vendor}.config.v1+json`, json(configOf(spec, layers)))
  const manifest = await put(
    `${vendor}.manifest.v1+json`,
    json({
      schemaVersion: 2,
      mediaType: `${vendor}.manifest.v1+json`,
      config,
      layers: layers.map(({ descriptor }) => descriptor),
    }),
  )
  const annotations = {
    'io.containerd.image.name': spec.name,
    'org.opencontainers.image.ref.name': spec.name,
  }
  const index = {
    schemaVersion: 2,
    mediaType: `${vendor}.index.v1+json`,
    manifests: [{ ...manifest, annotations }],
  }
  await writeFile(join(folder, 'index.json'), json(index))
  await writeFile(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }))
  return {
    name: spec.name,
    digest: manifest.digest,
    layers: layers.map(({ title, bytes, descriptor }) => ({ title, bytes, packedBytes: descriptor.size })),
  }
}

function configOf(spec: ImageSpec, layers: readonly { readonly title: string; readonly diffId: string }[]) {
  return {
    created: epoch,
    architecture: architectures[process.arch] ?? process.arch,
    os: 'linux',
    config: {
      User: spec.user,
      Env: spec.environment,
      Entrypoint: spec.command,
      WorkingDir: spec.workingFolder,
      StopSignal: 'SIGTERM',
      Labels: spec.labels,
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ title }) => ({ created: epoch, created_by: title })),
  }
}

function sha256(content: Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
