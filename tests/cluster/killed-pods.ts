import { setTimeout as pause } from 'node:timers/promises'
import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { PortalNamespace } from './portal-namespace.ts'

const betweenKillsMs = 4000
const betweenUploadsMs = 1000
const betweenTriesMs = 500
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

/** What people have seen who uploaded while pods were killed. */
export interface Uploads {
  /** Ids of the documents that were acknowledged, by their titles. */
  readonly acknowledged: ReadonlyMap<string, string>
  /** Why an upload was sent again, for each time. */
  readonly failures: readonly string[]
  /** How long the slowest of them took until it was acknowledged, repetitions included. */
  readonly slowestMs: number
}

/** Each uploads one document after the other until stopped, and each until it is acknowledged. */
export function uploadUntilStopped(client: Client): { stop(): Promise<Uploads> } {
  const acknowledged = new Map<string, string>()
  const failures: string[] = []
  let slowestMs = 0
  let isStopped = false
  const uploading = async (person: number) => {
    for (let turn = 1; !isStopped; turn += 1) {
      const title = `Rule ${person}.${turn} of doors`
      const since = performance.now()
      acknowledged.set(title, await uploadUntilAcknowledged(client, title, (why) => failures.push(why)))
      slowestMs = Math.max(slowestMs, performance.now() - since)
      await pause(betweenUploadsMs)
    }
  }
  const ended = Promise.all(Array.from({ length: people }, (_, person) => uploading(person))).then(() => ({
    ...{ acknowledged, failures, slowestMs },
  }))
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
async function uploadUntilAcknowledged(
  client: Client,
  title: string,
  failed: (why: string) => void,
): Promise<string> {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const file = new Blob([`${title}\n\nBy ${title.toLowerCase()} they are locked at night by the guard.\n`])
  for (;;) {
    try {
      const input = { form: { title }, file, fileName: 'doors.txt' }
      return (await client.call(documentsApi.uploadDocument, input, { headers })).id
    } catch (error) {
      // 409: the first try goes on still.
      const isRefused = error instanceof RequestError && error.status < 500 && error.status !== 409
      if (isRefused) throw error
      failed(error instanceof RequestError ? `${error.status} ${error.code}` : String(error))
      await pause(betweenTriesMs)
    }
  }
}
