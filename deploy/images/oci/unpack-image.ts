import { execFileSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

const Index = z.object({ manifests: z.array(z.object({ digest: z.string() })) })
const Manifest = z.object({
  config: z.object({ digest: z.string() }),
  layers: z.array(z.object({ digest: z.string() })),
})
const ImageConfig = z.object({
  config: z.object({
    User: z.string(),
    Env: z.array(z.string()),
    Entrypoint: z.array(z.string()),
    WorkingDir: z.string(),
  }),
})

/** An image as a container engine unpacks it. */
export interface Rootfs {
  readonly folder: string
  readonly config: z.infer<typeof ImageConfig>['config']
}

/** Reads a layout as an engine does and unpacks its layers, the first one first. */
export async function unpackImage(layout: string, folder: string): Promise<Rootfs> {
  const blob = (digest: string) => readFile(join(layout, 'blobs', digest.replace(':', '/')))
  const read = async <T>(schema: z.ZodType<T>, content: Promise<Buffer>) =>
    schema.parse(JSON.parse((await content).toString()))
  const index = await read(Index, readFile(join(layout, 'index.json')))
  const manifest = await read(Manifest, blob(index.manifests[0]?.digest ?? ''))
  await mkdir(folder, { recursive: true })
  for (const { digest } of manifest.layers)
    execFileSync('tar', ['-xpf', '-', '-C', folder], { input: gunzipSync(await blob(digest)) })
  return { folder, config: (await read(ImageConfig, blob(manifest.config.digest))).config }
}
