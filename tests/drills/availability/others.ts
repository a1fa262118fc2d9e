import { setTimeout as pause } from 'node:timers/promises'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { availability } from '../config.ts'
import type { DrilledPortal } from './drilled-portal.ts'
import { enter } from './own-organization.ts'
import { untilState, uploadText } from './upload-text.ts'

const lists = ['/api/departments', '/api/documents', '/api/session']
const patienceMs = 15_000

/** A request of others: how it ended, 0 for not in time, when it began, and how long it took. */
interface Sample {
  readonly status: number
  readonly beganAt: number
  readonly tookMs: number
}

/** What others got from the portal in a while. */
export class Window {
  readonly #samples: readonly Sample[]

  constructor(samples: readonly Sample[]) {
    this.#samples = samples
  }

  static of(windows: readonly Window[]): Window {
    return new Window(windows.flatMap((window) => window.#samples))
  }

  /** The 99th percentile of what requests took, in milliseconds. */
  get p99(): number {
    const ascending = this.#samples.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
    return ascending[Math.ceil(ascending.length * 0.99) - 1] ?? Number.NaN
  }

  /** Answers other than 200. */
  get failures(): readonly number[] {
    return this.#samples.map(({ status }) => status).filter((status) => status !== 200)
  }

  /** From the first failed request to the end of the last, in words. */
  get errors(): string {
    const failed = this.#samples.filter(({ status }) => status !== 200)
    if (failed.length === 0) return `no error in ${this.#samples.length} requests`
    const from = Math.min(...failed.map(({ beganAt }) => beganAt))
    const to = Math.max(...failed.map(({ beganAt, tookMs }) => beganAt + tookMs))
    return `errors for ${((to - from) / 1000).toFixed(1)} s (${failed.length} of ${this.#samples.length})`
  }
}

/**
 * Others' requests for lists, at a steady rate whatever becomes of the ones before, so that a
 * portal that answers slowly is not asked less.
 */
export async function watchOthers({ others }: DrilledPortal): Promise<Window> {
  const running: Promise<Sample>[] = []
  for (let sample = 0; sample < availability.samples; sample += 1) {
    const browser = others[sample % others.length]
    const path = lists[sample % lists.length]
    if (browser && path) running.push(ask(browser, path))
    await pause(1000 / availability.samplesPerSecond)
  }
  return new Window(await Promise.all(running))
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

/** Signs in, by default, and uploads a sentence as another person would, until it is ready. */
export async function workOfOthers(portal: DrilledPortal, signsIn = true): Promise<Work> {
  const begun = performance.now()
  const [signedIn] = portal.others
  const browser = signsIn || !signedIn ? await enter(portal, 'ingrid') : signedIn
  // A heading and a paragraph, for every parser: alone, some take a short sentence for a heading.
  const sentence = 'All visitors sign in at the front desk and wear a badge until they leave the building.'
  const uploaded = await uploadText(browser, `Visitors ${crypto.randomUUID()}\n\n${sentence}\n`)
  const uploadedMs = performance.now() - begun
  await untilState(browser, uploaded, { state: 'ready', withinMs: availability.readyWithinMs })
  return { uploadedMs, readyMs: performance.now() - begun }
}
