import { hash } from 'node:crypto'
import { once } from 'node:events'
import { access, readFile, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readRemoteBuild } from '@portal/gateway-service/remotes/remote-build'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BuiltRemote, openWorkshop } from '../../../services/gateway/test/built-remote.ts'
import { downloadBuild } from './download-build.ts'
import { sendPublication } from './send-publication.ts'

const opened = new AsyncDisposableStack()
let workshop: Awaited<ReturnType<typeof openWorkshop>>
let built: BuiltRemote
let address: string
let sha256: string

/** What happens once the next request was answered, or in place of its answer. */
let asked: (response: ServerResponse) => Promise<void> = async () => undefined

/** Serves whatever is in the build's folder. */
const upstream = createServer(async (request, response) => {
  const path = join(built.folder, decodeURIComponent(request.url ?? '').replace('/chat', ''))
  const content = await readFile(path).catch(() => null)
  const happens = asked
  asked = async () => undefined
  await happens(response)
  if (response.headersSent) return
  if (content === null) response.writeHead(404).end()
  else response.end(content)
})

beforeAll(async () => {
  workshop = opened.use(await openWorkshop())
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  opened.defer(() => void upstream.close())
  address = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/chat`
})
afterAll(() => opened.disposeAsync())

beforeEach(async () => {
  built = await workshop.build('chat', 'upstream')
  sha256 = hash('sha256', await readFile(join(built.folder, 'remote.json')), 'hex')
})

it('takes a build from where a team serves it, with twins of its own, and leaves nothing behind', async () => {
  const build = await downloadBuild(address, sha256)
  const { entry, files } = await readRemoteBuild('chat', build.folder)
  expect(entry).toEqual(built.entry)
  expect(files).toEqual(expect.arrayContaining([...Object.keys(built.entry.integrity), 'remote-entry.js.br']))
  await build[Symbol.asyncDispose]()
  await expect(access(build.folder)).rejects.toThrow('ENOENT')
})

it('takes no other build than the one that a release names', async () => {
  const other = hash('sha256', 'another', 'hex')
  await expect(downloadBuild(address, other)).rejects.toThrow(`is another one: its SHA-256 is ${sha256}.`)
})

it('takes no file that was changed since', async () => {
  await writeFile(join(built.folder, 'remote-entry.js'), 'stolen()')
  await using build = await downloadBuild(address, sha256)
  await expect(readRemoteBuild('chat', build.folder)).rejects.toThrow('its hash differs')
})

it('writes nothing outside of its folder, whatever a description names', async () => {
  const outside = { ...built.entry, integrity: { '../outside.js': 'sha384-x' } }
  const text = JSON.stringify(outside)
  await writeFile(join(built.folder, 'remote.json'), text)
  const downloaded = downloadBuild(address, hash('sha256', text, 'hex'))
  await expect(downloaded).rejects.toThrow('names "../outside.js", which is no file beside it.')
})

it('takes the description that a release names, though it is served as another one when it is asked for again', async () => {
  const named = JSON.stringify({
    ...built.entry,
    integrity: { 'remote.json': 'sha384-x', ...built.entry.integrity },
  })
  const other = JSON.stringify(built.entry)
  await writeFile(join(built.folder, 'remote.json'), named)
  asked = async () => {
    await writeFile(join(built.folder, 'remote.json'), other)
  }
  const downloaded = downloadBuild(address, hash('sha256', named, 'hex'))
  await expect(downloaded).rejects.toThrow('names "remote.json", which is no file beside it.')
})

it('says that an answer broke off', async () => {
  asked = async (response) => {
    response.writeHead(200, { 'content-length': '9000' }).write('{')
    setImmediate(() => response.destroy())
  }
  await expect(downloadBuild(address, sha256)).rejects.toThrow('remote.json cannot be read.')
})

it('a hash says nothing of a build in a folder, which is read where it is', async () => {
  const values = { sha256, portal: 'http://127.0.0.1:1' }
  const sent = sendPublication({
    words: ['publish', 'chat', built.folder],
    values,
    environment: { REMOTE_KEYS: '' },
  })
  await expect(sent).rejects.toThrow('A build in a folder is published as it is, without --sha256.')
})

it('says which file is missing', async () => {
  const text = JSON.stringify({ integrity: { 'gone.js': 'sha384-x' } })
  await writeFile(join(built.folder, 'remote.json'), text)
  const downloaded = downloadBuild(address, hash('sha256', text, 'hex'))
  await expect(downloaded).rejects.toThrow('/chat/gone.js is answered with 404.')
})
