import { setTimeout as pause } from 'node:timers/promises'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { availability } from '../config.ts'
import type { DrilledPortal } from './drilled-portal.ts'
import { uploadText } from './drilled-portal.ts'

const lists = ['/api/departments', '/api/documents', '/api/session']
const patienceMs = 15_000

/** What others got from the portal in a while. */
export interface Window {
  /** Of each request for a list, in milliseconds, ascending. */
  readonly timesMs: readonly number[]
  /** Answers other than 200, by status; 0 for none in time. */
  readonly failures: readonly number[]
}

/**
 * Others' requests for lists, at a steady rate whatever becomes of the ones before, so that a
 * portal that answers slowly is not asked less.
 */
export async function watchOthers(
  { others }: DrilledPortal,
  samples = availability.samples,
): Promise<Window> {
  const timesMs: number[] = []
  const failures: number[] = []
  const running: Promise<void>[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    const browser = others[sample % others.length]
    const path = lists[sample % lists.length]
    if (browser && path) running.push(ask(browser, path).then(note))
    await pause(1000 / availability.samplesPerSecond)
  }
  function note({ status, tookMs }: { status: number; tookMs: number }): void {
    timesMs.push(tookMs)
    if (status !== 200) failures.push(status)
  }
  await Promise.all(running)
  return { timesMs: timesMs.sort((a, b) => a - b), failures }
}

async function ask(browser: CookieFetch, path: string) {
  const begun = performance.now()
  const init = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(patienceMs) }
  const status = await browser(path, init).then(
    async (response) => response.arrayBuffer().then(() => response.status),
    () => 0,
  )
  return { status, tookMs: performance.now() - begun }
}

/** The 99th percentile of ascending figures. */
export function p99(ascending: readonly number[]): number {
  return ascending[Math.ceil(ascending.length * 0.99) - 1] ?? Number.NaN
}

/** Signs in, by default, and uploads as another person would; resolves to how long it took. */
export async function workOfOthers(portal: DrilledPortal, signsIn = true): Promise<number> {
  const begun = performance.now()
  const browser = signsIn ? await portal.signIn('ingrid') : portal.others[0]
  const status = browser && (await uploadText(browser, `Visitors of drill ${crypto.randomUUID()} sign in.`))
  if (status !== 201) throw new Error(`An upload ended with ${status}.`)
  return performance.now() - begun
}
