import { buildFrontEnds } from '@portal/deploy/standalone/build-front-ends'
import { unpackBrowser } from '@portal/testkit/browser'

/** Vitest's global setup: what the journeys of a run share, made before they start side by side. */
export async function setup(): Promise<void> {
  await Promise.all([buildFrontEnds(() => undefined), unpackBrowser()])
}
