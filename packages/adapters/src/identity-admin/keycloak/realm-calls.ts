import { z } from 'zod'
import { type KeycloakAdminApi, nullFor } from './keycloak-admin-api.ts'
import type { Representation } from './keycloak-realm.ts'

/** A resource with an id and a name. */
export const Named = z.looseObject({ id: z.string(), name: z.string().optional() })
export type Named = z.infer<typeof Named>

/** Calls below one realm. */
export type RealmCalls = ReturnType<typeof realmCalls>

/** The admin API of one realm. */
export function realmCalls(api: KeycloakAdminApi, realm: string) {
  const at = (path: string) => `realms/${encodeURIComponent(realm)}${path}`
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    void (await api.call(method, at(path), body))
  return {
    list: async (path: string) => z.array(Named).parse((await api.call('GET', at(path))).body),
    read: async (path: string) => z.looseObject({}).parse((await api.call('GET', at(path))).body),
    post: (path: string, body: unknown) => send('POST', path, body),
    /** Another provisioner may create the same thing at the same time: 409 is ignored. */
    create: async (path: string, body: unknown) => void (await send('POST', path, body).catch(nullFor(409))),
    put: (path: string, body: Representation) => send('PUT', path, body),
    remove: (path: string, body?: unknown) => send('DELETE', path, body),
  }
}
