import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import type { Connection } from './documented-connections.fixture.ts'

const Selector = z.object({ matchLabels: z.record(z.string(), z.string()) })
const Peer = z.strictObject({ podSelector: Selector, namespaceSelector: z.unknown().optional() })
type Peer = z.infer<typeof Peer>
const Port = z.strictObject({ port: z.union([z.number(), z.string()]), protocol: z.enum(['TCP', 'UDP']) })
const Rule = z.strictObject({
  ports: z.array(Port),
  from: z.array(Peer).optional(),
  to: z.array(Peer).optional(),
})

const NetworkPolicy = z.object({
  kind: z.literal('NetworkPolicy'),
  spec: z.strictObject({
    podSelector: Selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(Rule).optional(),
    egress: z.array(Rule).optional(),
  }),
})
type NetworkPolicy = z.infer<typeof NetworkPolicy>

/** What one policy lets through. */
export interface Policy {
  /** The part or job that it is about, or `all`. */
  readonly pod: string
  readonly types: readonly string[]
  readonly ingress: readonly Connection[]
  readonly egress: readonly Connection[]
}

/** Pods' ports, which rules about who may come in call by their names. */
const portNumbers: Readonly<Record<string, number>> = {
  ...{ http: 8080, internal: 8081, admin: 8082, postgres: 5432 },
}

/**
 * The policies of a rendered chart. Pods, and who is outside of the release, have the label of
 * parts' names; engines have the label `engine`.
 */
export function policiesOf(rendered: string): Policy[] {
  return parseAllDocuments(rendered)
    .map((document): unknown => document.toJS())
    .filter((object) => z.object({ kind: z.literal('NetworkPolicy') }).safeParse(object).success)
    .map((object) => policyOf(NetworkPolicy.parse(object)))
}

function policyOf({ spec }: NetworkPolicy): Policy {
  const { podSelector, policyTypes: types, ingress = [], egress = [] } = spec
  const pod = nameOf(podSelector.matchLabels)
  const into = ({ ports, from }: z.infer<typeof Rule>) =>
    peersOf(from).flatMap((peer) => ports.map((port) => ({ from: nameOf(peer), to: at(pod, port) })))
  const outOf = ({ ports, to }: z.infer<typeof Rule>) =>
    peersOf(to).flatMap((peer) =>
      'engine' in peer
        ? [{ from: pod, to: peer['engine'] ?? '' }]
        : ports.map((port) => ({ from: pod, to: at(nameOf(peer), port) })),
    )
  return { pod, types, ingress: ingress.flatMap(into), egress: egress.flatMap(outOf) }
}

type Labels = Readonly<Record<string, string>>

/** A rule without peers is about everybody. */
const peersOf = (peers: readonly Peer[] = [{ podSelector: { matchLabels: {} } }]): Labels[] =>
  peers.map(({ podSelector }) => podSelector.matchLabels)

const nameOf = (labels: Labels) => labels['app.kubernetes.io/name'] ?? 'all'

const at = (pod: string, { port }: z.infer<typeof Port>) => `${pod}:${portNumbers[port] ?? port}`
