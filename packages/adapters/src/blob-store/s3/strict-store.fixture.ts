import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A bucket in memory, and what was asked of it. */
export interface StrictStore extends AsyncDisposable {
  readonly url: string
  readonly keys: Set<string>
  /** Keys that it does not let anyone delete. */
  readonly locked: Set<string>
  /** Keys that a listing shows although they are gone. */
  readonly ghosts: Set<string>
  /** How many deletions it saw, and how many at once. */
  readonly deletions: { count: number; atOnceMax: number }
}

const pageSize = 100

/**
 * An S3 store as strict as older MinIO, Ceph and Google's interoperable API: a request to delete
 * many objects needs a Content-MD5, and deleting a missing one may answer 404.
 */
export async function startStrictStore(): Promise<StrictStore> {
  const state = {
    keys: new Set<string>(),
    locked: new Set<string>(),
    ghosts: new Set<string>(),
    deletions: { count: 0, atOnceMax: 0 },
  }
  let running = 0
  const server = createServer(async (request, response) => {
    if (request.method === 'DELETE') {
      running += 1
      state.deletions.count += 1
      state.deletions.atOnceMax = Math.max(state.deletions.atOnceMax, running)
    }
    await answer(state, request, response)
    if (request.method === 'DELETE') running -= 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...state,
    url: `s3://key:secret@127.0.0.1:${port}/files`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type State = Pick<StrictStore, 'keys' | 'locked' | 'ghosts'>

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
  await request.resume().toArray()
  const send = (status: number, body = '') => void response.writeHead(status).end(body)
  const refuse = (status: number, code: string) => send(status, `<Error><Code>${code}</Code></Error>`)
  if (request.method === 'DELETE') {
    const key = decodeURIComponent(pathname.slice('/files/'.length))
    if (state.locked.has(key)) return refuse(403, 'AccessDenied')
    return state.keys.delete(key) ? send(204) : refuse(404, 'NoSuchKey')
  }
  if (request.method === 'POST') return refuse(400, 'MissingContentMD5')
  if (searchParams.has('uploads')) return send(200, '<ListMultipartUploadsResult/>')
  send(200, listing([...state.keys, ...state.ghosts], searchParams))
}

function listing(keys: readonly string[], asked: URLSearchParams): string {
  const after = asked.get('continuation-token') ?? ''
  const rest = keys.filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after).toSorted()
  const page = rest.slice(0, pageSize)
  const isCut = rest.length > page.length
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents}<IsTruncated>${isCut}</IsTruncated>${next}</ListBucketResult>`
}
