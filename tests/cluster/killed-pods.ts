import { setTimeout as pause } from 'node:timers/promises'
import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { PortalNamespace } from './portal-namespace.ts'

const betweenKillsMs = 4000
const betweenUploadsMs = 1000
/** People who upload at once: one alone would mostly wait for a part that was killed. */
const people = 4

/** Kills one running pod of the portal after the other, any of them, without a word before. */
export async function killPods(namespace: PortalNamespace, forMs: number): Promise<readonly string[]> {
  const killed: string[] = []
  const deadline = performance.now() + forMs
  while (performance.now() < deadline) {
    const pods = await namespace.runningPods()
    const victim = pods[Math.floor(Math.random() * pods.length)]
    if (victim !== undefined) {
      await namespace.kubectl('delete', 'pod', victim, '--grace-period=0', '--force')
      killed.push(victim)
    }
    await pause(betweenKillsMs)
  }
  return killed
}

/** Uploads that were acknowledged, by their titles. */
export type Acknowledged = ReadonlyMap<string, string>

/** Each uploads one document after the other until stopped, and each until it is answered. */
export function uploadUntilStopped(client: Client): { stop(): Promise<Acknowledged> } {
  const acknowledged = new Map<string, string>()
  let isStopped = false
  const uploading = async (person: number) => {
    for (let turn = 1; !isStopped; turn += 1) {
      const title = `Rule ${person}.${turn} of doors`
      acknowledged.set(title, await uploadUntilAnswered(client, title))
      await pause(betweenUploadsMs)
    }
  }
  const ended = Promise.all(Array.from({ length: people }, (_, person) => uploading(person))).then(
    () => acknowledged,
  )
  // Its failure is `stop`'s.
  ended.catch(() => undefined)
  return {
    stop: () => {
      isStopped = true
      return ended
    },
  }
}

/** As the portal's client: under the same key, so that a lost answer makes no second document. */
async function uploadUntilAnswered(client: Client, title: string): Promise<string> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const file = new Blob([`${title}\n\nBy ${title.toLowerCase()} they are locked at night by the guard.\n`])
  for (;;) {
    try {
      const input = { form: { title }, file, fileName: 'doors.txt' }
      return (await client.call(documentsApi.uploadDocument, input, { headers })).id
    } catch (error) {
      const isRefused = error instanceof RequestError && error.status < 500 && error.status !== 409
      if (isRefused) throw error
      await pause(500)
    }
  }
}
