import type { PortalStatus } from '@portal/contracts/gateway'
import type { OwnApp } from '../answers/own-app.ts'
import { readStatus, type StatusSources } from './read-status.ts'

const keptMs = 1000

/** `GET /api/status`: 200 when every part serves, else 503. Asked once a second at most, however many ask. */
export function addStatusRoute(app: OwnApp, sources: StatusSources): void {
  let answer: Promise<PortalStatus> | null = null
  app.get('/api/status', async (c) => {
    if (!answer) {
      answer = readStatus(sources)
      const forget = () => {
        answer = null
      }
      answer.finally(() => setTimeout(forget, keptMs).unref()).catch(forget)
    }
    const status = await answer
    return c.json(status, status.state === 'ready' ? 200 : 503)
  })
}
