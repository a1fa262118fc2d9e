import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  orderPublication,
  PublicationOrder,
  publicationPath,
} from '@portal/gateway-service/remotes/publication-token'
import { readRemoteBuild } from '@portal/gateway-service/remotes/remote-build'
import { signEntry } from '@portal/gateway-service/remotes/signatures'
import { sendAsHost } from '@portal/service-kit/http/send-as-host'
import { z } from 'zod'
import type { Operation } from '../operate.ts'
import { downloadBuild } from './download-build.ts'

const Answer = z.object({ version: z.string(), message: z.string() }).partial()

type Publication = Pick<Operation, 'words' | 'values' | 'environment'>

/**
 * Publishes a build at a portal elsewhere, over HTTP, with a key whose public half that portal has
 * in REMOTE_KEYS. The build is in a folder, or served below an address: then `--sha256` says which
 * one is meant, so that nobody there decides what is signed. Resolves to what to print; throws the
 * portal's sentence.
 */
export async function sendPublication(publication: Publication): Promise<string> {
  const { words, values } = publication
  const [, , location = ''] = words
  const { sha256 } = values
  if (!/^https?:\/\//.test(location)) {
    if (sha256 !== undefined) throw new Error('A build in a folder is published as it is, without --sha256.')
    return sendBuild(publication, resolve(location))
  }
  if (sha256 === undefined) throw new Error('Say which build it is: --sha256 <that of its remote.json>.')
  await using build = await downloadBuild(location, sha256)
  return await sendBuild(publication, build.folder)
}

async function sendBuild({ words, values, environment }: Publication, folder: string): Promise<string> {
  const [, name = ''] = words
  const keyFile = values['key'] ?? environment.REMOTE_SIGNING_KEY
  if (keyFile === undefined)
    throw new Error('Name the file of the private key: --key <file>, or REMOTE_SIGNING_KEY.')
  const key = createPrivateKey(await readFile(keyFile))
  const build = await readRemoteBuild(name, folder)
  const files: Record<string, string> = {}
  for (const file of build.files) files[file] = (await readFile(join(build.folder, file))).toString('base64')
  const signed = JSON.stringify(signEntry(build.entry, key))
  files['remote.json'] = Buffer.from(signed).toString('base64')
  const body = await promisify(gzip)(JSON.stringify({ name, files }))
  const order = PublicationOrder.parse({
    why: values['why'] ?? 'Published by the command.',
    percent: values['percent'] && Number(values['percent']),
    threshold: values['threshold'] && Number(values['threshold']),
  })
  const address = new URL(values['portal'] ?? '')
  const audience = environment.PUBLIC_ORIGIN ?? address.origin
  const token = await orderPublication(order, { body, audience }, key)
  const headers = { authorization: `Portal ${token}`, 'content-type': 'application/gzip' }
  const { host } = new URL(audience)
  const response = await sendAsHost(new URL(publicationPath, address), {
    ...{ method: 'POST', host, headers, body },
  })
  const { status } = response
  const answer = readAnswer(response.body)
  if (status !== 201) throw new Error(answer.message ?? `The portal responds with ${status}.`)
  const shown =
    order.percent === undefined
      ? 'published; nobody sees it yet'
      : `shown to ${order.percent}% of organizations`
  return `${name} ${answer.version} is ${shown}.`
}

/** A proxy before the portal may respond with a page. */
function readAnswer(body: string): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(body))
  } catch {
    return {}
  }
}
