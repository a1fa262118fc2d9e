import { setTimeout as pause } from 'node:timers/promises'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { availability } from '../config.ts'
import type { Target } from './attack.ts'
import { enter } from './own-organization.ts'
import { untilState, uploadText } from './upload-text.ts'

/** One of each part that everybody's page reads. */
const lists = ['/api/departments', '/api/documents', '/api/session', '/api/notifications']
const patienceMs = 15_000

/** A request of others: how it ended, 0 for not in time, when it began, and how long it took. */
export interface Sample {
  readonly status: number
  readonly beganAt: number
  readonly tookMs: number
}

/**
 * Others' requests for lists, at a steady rate whatever becomes of the ones before, so that a
 * portal that answers slowly is not asked less.
 */
export async function askForLists(others: readonly CookieFetch[]): Promise<Sample[]> {
  const running: Promise<Sample>[] = []
  for (let sample = 0; sample < availability.samples; sample += 1) {
    const browser = others[sample % others.length]
    const path = lists[sample % lists.length]
    if (browser && path) running.push(ask(browser, path))
    await pause(1000 / availability.samplesPerSecond)
  }
  return Promise.all(running)
}

async function ask(browser: CookieFetch, path: string): Promise<Sample> {
  const beganAt = performance.now()
  const init = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(patienceMs) }
  const status = await browser(path, init).then(
    async (response) => response.arrayBuffer().then(() => response.status),
    () => 0,
  )
  return { status, beganAt, tookMs: performance.now() - beganAt }
}

/** How long somebody's work took, in milliseconds. */
export interface Work {
  readonly uploadedMs: number
  /** Until what was uploaded can be cited. */
  readonly readyMs: number
}

/** Signs in, unless somebody is, and uploads a sentence as another would, until it is ready. */
export async function signInAndUpload(target: Target, signedIn: CookieFetch | null): Promise<Work> {
  const begun = performance.now()
  const browser = signedIn ?? (await enter(target, 'ingrid'))
  // A heading and a paragraph, for every parser: alone, some take a short sentence for a heading.
  const sentence = 'All visitors sign in at the front desk and wear a badge until they leave the building.'
  const uploaded = await uploadText(browser, `Visitors ${crypto.randomUUID()}\n\n${sentence}\n`)
  const uploadedMs = performance.now() - begun
  await untilState(browser, uploaded, { state: 'ready', withinMs: availability.readyWithinMs })
  return { uploadedMs, readyMs: performance.now() - begun }
}
