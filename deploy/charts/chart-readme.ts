import { z } from 'zod'

/** As much of a JSON Schema as the chart's uses. */
interface Schema {
  readonly type?: string | undefined
  readonly enum?: readonly string[] | undefined
  readonly description?: string | undefined
  readonly $ref?: string | undefined
  readonly allOf?: readonly Schema[] | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly additionalProperties?: boolean | Schema | undefined
  readonly definitions?: Readonly<Record<string, Schema>> | undefined
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    enum: z.array(z.string()).optional(),
    description: z.string().optional(),
    $ref: z.string().optional(),
    allOf: z.array(Schema).optional(),
    properties: z.record(z.string(), Schema).optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
    definitions: z.record(z.string(), Schema).optional(),
  }),
)

interface Row {
  readonly path: string
  readonly kind: string
  readonly description: string
}

/** What a chart's README says before its values. */
const introductions = {
  portal: `The compliance portal on Kubernetes 1.30 or newer. \`values-small.yaml\` runs everything on one node, for
trying out; \`values-production.yaml\` shows an installation on engines that exist. How it is operated:
[docs/operate.md](../../docs/operate.md).

Nobody publishes its images, so build them and push them to a registry that the nodes can read:

\`\`\`
npm run images
skopeo copy oci:.portal/images/services docker://registry.example.com/portal/services:0.1.0
skopeo copy oci:.portal/images/front-ends docker://registry.example.com/portal/front-ends:0.1.0
helm install portal charts/portal --namespace portal --create-namespace -f charts/portal/values-small.yaml --wait \\
  --set image.repository=registry.example.com/portal/services \\
  --set frontEnds.image.repository=registry.example.com/portal/front-ends
\`\`\``,
  'portal-remote': `One remote of the portal, shipped alone: a Job publishes what is in its image, signed, at the gateway.
The portal's own release is not touched. The image, and the pair of keys:
[docs/operate.md](../../docs/operate.md#a-remote-shipped-alone).

\`\`\`
helm upgrade --install chat charts/portal-remote --namespace portal -f chat.yaml
\`\`\``,
} as const
export type ChartName = keyof typeof introductions
// Safe: the record's own keys.
export const chartNames = Object.keys(introductions) as ChartName[]

/** A chart's README: what it is, how it is installed, and every value of its schema. */
export function chartReadme(chart: ChartName, schemaText: string): string {
  const schema = Schema.parse(JSON.parse(schemaText))
  const rows = rowsOf(schema, { path: '', root: schema }).filter(
    ({ description }) => !description.startsWith('Helm'),
  )
  const table = rows.map(({ path, kind, description }) => `| \`${path}\` | ${kind} | ${description} |`)
  return `# ${chart}

<!-- Made from values.schema.json by deploy/charts/chart-readme.ts; its test compares. -->

${introductions[chart]}

The defaults are in \`values.yaml\`. Every value is checked against \`values.schema.json\`.

| value | kind | meaning |
|---|---|---|
${table.join('\n')}
`
}

interface At {
  readonly path: string
  readonly root: Schema
}

function rowsOf(schema: Schema, { path, root }: At): Row[] {
  const resolved = resolve(schema, root)
  const { properties = {}, additionalProperties } = resolved
  const named = Object.entries(properties).flatMap(([name, own]) => [
    rowOf(own, { path: join(path, name), root }),
    ...rowsOf(own, { path: join(path, name), root }),
  ])
  const any =
    typeof additionalProperties === 'object'
      ? rowsOf(additionalProperties, { path: join(path, '<name>'), root })
      : []
  return [...named, ...any]
}

function rowOf(schema: Schema, { path, root }: At): Row {
  const resolved = resolve(schema, root)
  const kind = resolved.enum?.join(', ') ?? resolved.type ?? ''
  return { path, kind, description: schema.description ?? resolved.description ?? '' }
}

function resolve(schema: Schema, root: Schema): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref
  const definition = reference && root.definitions?.[reference.replace('#/definitions/', '')]
  return definition || schema
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
