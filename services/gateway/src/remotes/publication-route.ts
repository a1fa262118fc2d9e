import { hash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { defaultThreshold } from '@portal/contracts/remote-releases'
import { RemoteName } from '@portal/contracts/remotes'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Context } from 'hono'
import { z } from 'zod'
import type { OwnApp, OwnEnv } from '../responses/own-app.ts'
import { promoteRemote } from './promotions.ts'
import { type CheckedOrder, checkOrder, publicationPath } from './publication-token.ts'
import { publishRemote } from './publish-remote.ts'
import { InvalidBuild } from './remote-build.ts'
import { RefusedRemote, type RemoteStore } from './remote-store.ts'

interface PublicationOptions {
  readonly store: RemoteStore
  readonly publicOrigin: string
  /** Throws when an address tries too often. */
  readonly limit: (c: Context<OwnEnv>) => void
}

const bodyBytesMax = 64 * 1024 * 1024
const unpackedBytesMax = 4 * bodyBytesMax
const receiveMs = 120_000

/** A build as it travels, in gzip: its files in base64 by path, `remote.json` among them. */
const PackedBuild = z.object({ name: RemoteName, files: z.record(z.string(), z.base64()) })
type PackedBuild = z.infer<typeof PackedBuild>

/**
 * Publishes, and if wanted promotes, a build that a holder of a key sends: the token in
 * `Authorization: Portal <token>` is checked before a byte of the body is read, and names its hash.
 */
export function addPublicationRoute(app: OwnApp, options: PublicationOptions): void {
  const state = { isBusy: false }
  app.post(publicationPath, async (c) => {
    options.limit(c)
    try {
      const [, token = ''] = /^Portal (.+)$/.exec(c.req.header('authorization') ?? '') ?? []
      const order = await checkOrder(token, options.store.keys, options.publicOrigin)
      if (state.isBusy)
        throw new CodedError('not_ready', 'Another build is being published. Please try again.', {
          retryAfterSeconds: 5,
        })
      state.isBusy = true
      try {
        return c.json(await publishBody(c, options.store, order), 201)
      } finally {
        state.isBusy = false
      }
    } catch (error) {
      if (error instanceof RefusedRemote || error instanceof InvalidBuild)
        throw new CodedError('forbidden', error.message)
      throw error
    }
  })
}

async function publishBody(c: Context<OwnEnv>, store: RemoteStore, order: CheckedOrder) {
  const body = await receive(c)
  if (hash('sha256', body, 'hex') !== order.sha256)
    throw new RefusedRemote('The build is not the one that was signed for publication.')
  const folder = await mkdtemp(join(tmpdir(), 'portal-remote-'))
  try {
    const name = await unpack(body, folder)
    const author = { by: 'key', who: order.key, why: order.why } as const
    const { version } = await publishRemote(store, { name, folder, author })
    const { percent, threshold = defaultThreshold } = order
    if (percent !== undefined)
      await promoteRemote(store, { name, version, percent, threshold }, { ...author, request: order.jti })
    return { name, version, percent: percent ?? null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The body, while it keeps within size and time. */
async function receive(c: Context<OwnEnv>): Promise<Buffer> {
  const tooLarge = new CodedError('payload_too_large', 'A build has at most 64 MB.')
  const chunks: Buffer[] = []
  const late = setTimeout(() => c.env.incoming.destroy(), receiveMs)
  try {
    let bytes = 0
    for await (const chunk of c.env.incoming) {
      bytes += chunk.length
      if (bytes > bodyBytesMax) throw tooLarge
      chunks.push(chunk)
    }
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(chunks)
}

/** Lays the build out below the folder; its name. */
async function unpack(body: Buffer, folder: string): Promise<string> {
  const text = await promisify(gunzip)(body, { maxOutputLength: unpackedBytesMax }).catch((cause) => {
    throw new InvalidBuild('The build cannot be unpacked.', { cause })
  })
  const { name, files } = readPacked(text.toString())
  for (const [path, content] of Object.entries(files)) {
    const target = normalize(join(folder, path))
    if (!target.startsWith(folder + sep)) throw new InvalidBuild('A file lies outside the build.')
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, Buffer.from(content, 'base64'))
  }
  return name
}

function readPacked(text: string): PackedBuild {
  try {
    return PackedBuild.parse(JSON.parse(text))
  } catch (cause) {
    throw new InvalidBuild('This is no build of a remote.', { cause })
  }
}
