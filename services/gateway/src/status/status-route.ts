import type { PortalStatus } from '@portal/contracts/gateway'
import type { OwnApp } from '../responses/own-app.ts'
import { readStatus, type StatusSources } from './read-status.ts'

const keptMs = 1000

/** `GET /api/status`: 200 when every part is ready, else 503. Read at most once a second. */
export function addStatusRoute(app: OwnApp, sources: StatusSources): void {
  let reading: Promise<PortalStatus> | null = null
  app.get('/api/status', async (c) => {
    if (!reading) {
      reading = readStatus(sources)
      const forget = () => {
        reading = null
      }
      reading.finally(() => setTimeout(forget, keptMs).unref()).catch(forget)
    }
    const status = await reading
    return c.json(status, status.state === 'ready' ? 200 : 503)
  })
}
