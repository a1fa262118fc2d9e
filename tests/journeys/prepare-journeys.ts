import { buildFrontEnds } from '@portal/deploy/standalone/build-front-ends'
import { unpackBrowser } from '@portal/testkit/browser'

/** Vitest's global setup: artifacts shared by journeys, made before they start in parallel. */
export async function setup(): Promise<void> {
  await Promise.all([buildFrontEnds(() => undefined), unpackBrowser()])
}
