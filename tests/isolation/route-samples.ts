import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { routeUrl } from '@portal/contracts/route'
import { allRoutes, type OwnedRoute, proxiedServices, type ServiceName } from '@portal/contracts/services'
import type { Ids, Sample } from '@portal/testkit/route-samples'

interface ServiceSamples {
  readonly samples: Readonly<Record<string, Sample>>
  /** Absent where a service has no permissions. */
  readonly holders?: Readonly<Record<string, string>>
}

const owners: readonly ServiceName[] = ['gateway', ...proxiedServices]
const samplesByService = new Map(
  await Promise.all(owners.map(async (name) => [name, await loadSamples(name)] as const)),
)

/** Safe because the file declares both with the types of its own routes and permissions. */
async function loadSamples(service: ServiceName): Promise<ServiceSamples> {
  const file = join(workspaceRoot, 'services', service, 'test', 'route-samples.ts')
  return (await import(file)) as ServiceSamples
}

/** The roles that hold each permission, as the services' tests specify them. */
export const specifiedHolders: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[...samplesByService.values()].map(({ holders }) => holders),
)

/** A route with its request. */
export type SampledRoute = OwnedRoute & { readonly sample: Sample }

/** Every route with its sample; throws if one is missing. */
export function sampledRoutes(): SampledRoute[] {
  return allRoutes().map((owned) => {
    const sample = samplesByService.get(owned.service)?.samples[owned.name]
    if (!sample) throw new Error(`The isolation matrix has no sample for ${owned.service}.${owned.name}.`)
    return { ...owned, sample }
  })
}

/** A sample as an HTTP request. */
export function requestOf({ route, sample }: SampledRoute, ids: Ids, passport: string): Request {
  const { params, query, body, form, file } = sample.request(ids)
  const headers = new Headers(passport === '' ? {} : { 'x-portal-passport': passport })
  const address = `http://service${routeUrl(route, params, query)}`
  if (form) {
    const data = new FormData()
    for (const [name, value] of Object.entries(form)) data.append(name, value)
    data.append(
      'file',
      new Blob([file ?? 'Records are kept for seven years, says this policy.\n']),
      'policy.txt',
    )
    return new Request(address, { method: route.method, headers, body: data })
  }
  if (body !== undefined) headers.set('content-type', 'application/json')
  return new Request(address, {
    method: route.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** The request with a foreign organization's id wherever a careless service might read it. */
export async function smuggled(request: Request, organizationId: string): Promise<Request> {
  const address = new URL(request.url)
  address.searchParams.set('organizationId', organizationId)
  const headers = new Headers(request.headers)
  for (const name of ['x-organization-id', 'x-portal-organization', 'x-tenant-id'])
    headers.set(name, organizationId)
  const isJson = headers.get('content-type') === 'application/json'
  const body = isJson ? withField(await request.text(), Number(organizationId)) : await request.blob()
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE'
  return new Request(address, { method: request.method, headers, ...(hasBody ? { body } : {}) })
}

/** A JSON object with one more field. */
function withField(json: string, organizationId: number): string {
  return json.replace(/\}$/, `${json === '{}' ? '' : ','}"organizationId":${organizationId}}`)
}
