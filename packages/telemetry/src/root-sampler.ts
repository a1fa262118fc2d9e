import { type Context, createContextKey, TraceFlags, trace } from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

/** Set in the context of a span whose parent is a stranger's. */
export const edgeKey = createContextKey('portal edge')

const perSecond = 5
const burst = 20

/** A few traces per second, so that under load recording costs next to nothing. */
class FewSampler {
  #left = burst
  #refilledAt = 0

  shouldSample(): SamplingResult {
    const now = performance.now()
    this.#left = Math.min(burst, this.#left + ((now - this.#refilledAt) / 1000) * perSecond)
    this.#refilledAt = now
    if (this.#left < 1) return { decision: SamplingDecision.NOT_RECORD }
    this.#left -= 1
    return { decision: SamplingDecision.RECORD_AND_SAMPLED }
  }
}

/**
 * Records what the parent's span is recorded with. Decides itself where a trace begins and where
 * it comes from outside, so that a stranger cannot have everything recorded.
 */
export function rootSampler(share: number | null): Sampler {
  const root = rootOf(share)
  return {
    shouldSample: (context: Context, ...rest) => {
      const parent = context.getValue(edgeKey) ? undefined : trace.getSpanContext(context)
      if (!parent) return root.shouldSample(context, ...rest)
      const isSampled = (parent.traceFlags & TraceFlags.SAMPLED) !== 0
      return {
        decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
      }
    },
    toString: () => `PortalSampler{${share ?? 'few'}}`,
  }
}

function rootOf(share: number | null): Pick<Sampler, 'shouldSample'> {
  if (share === null) return new FewSampler()
  if (share === 0) return new AlwaysOffSampler()
  return share === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(share)
}
