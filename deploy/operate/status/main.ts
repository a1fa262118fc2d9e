import { PortalStatus } from '@portal/contracts/gateway'
import { readConfig } from '@portal/service-kit/config'
import { type HostResponse, sendAsHost } from '@portal/service-kit/http/send-as-host'
import { retry } from '@portal/service-kit/sleep'
import { z } from 'zod'
import { runCommand } from '../../run-command.ts'

const StatusEnvironment = z.object({
  /** The gateway's public port as reached from here. */
  STATUS_URL: z.url(),
  /** Whose host the gateway accepts. */
  PUBLIC_ORIGIN: z.url(),
})

const patienceMs = 90_000

// `node deploy/operate/status/main.js` in an image: succeeds once every part, engine and remote
// serves and the first page comes. Otherwise names those that do not.
await runCommand(async () => {
  const { STATUS_URL, PUBLIC_ORIGIN } = readConfig(StatusEnvironment, process.env)
  const { host } = new URL(PUBLIC_ORIGIN)
  const headers = { accept: 'text/html' }
  const get = (path: string) => sendAsHost(new URL(path, STATUS_URL), { host, headers })
  const parts = await untilServing(() => servingParts(get))
  const page = await get('/')
  if (page.status !== 200 || !page.body.includes('<script')) throw new Error('The first page does not come.')
  console.log(`All ${parts} parts serve.`)
})

/** Throws what was last in the way once its patience ends. */
async function untilServing(count: () => Promise<number>): Promise<number> {
  let last: unknown
  const failed = (error: unknown) => {
    last = error
  }
  const halted = AbortSignal.timeout(patienceMs)
  const parts = await retry(count, { firstMs: 500, maxMs: 2000, halted, failed })
  if (parts === null) throw last
  return parts
}

async function servingParts(get: (path: string) => Promise<HostResponse>): Promise<number> {
  const { parts } = PortalStatus.parse(JSON.parse((await get('/api/status')).body))
  const away = parts.filter(({ state }) => state !== 'ready')
  if (away.length === 0) return parts.length
  const names = away.map(({ name, detail }) => (detail === null ? name : `${name} (${detail})`))
  throw new Error(`These do not serve: ${names.join(', ')}.`)
}
