import { z } from 'zod'
import { type KeycloakAdminApi, nullFor } from './keycloak-admin-api.ts'
import type { Representation } from './keycloak-realm.ts'

/** A resource with an id and a name. */
export const Named = z.looseObject({ id: z.string(), name: z.string().optional() })
export type Named = z.infer<typeof Named>

/** Calls below one realm. */
export interface RealmCalls {
  list(path: string): Promise<Named[]>
  read(path: string): Promise<Representation>
  post(path: string, body: unknown): Promise<void>
  /** Another provisioner may create the same thing at the same time: 409 is ignored. */
  create(path: string, body: unknown): Promise<void>
  put(path: string, body: Representation | readonly unknown[]): Promise<void>
  remove(path: string, body?: unknown): Promise<void>
}

/** The admin API of one realm. */
export function realmCalls(api: KeycloakAdminApi, realm: string): RealmCalls {
  const at = (path: string) => `realms/${encodeURIComponent(realm)}${path}`
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    void (await api.call(method, at(path), body))
  return {
    list: async (path) => z.array(Named).parse((await api.call('GET', at(path))).body),
    read: async (path) => z.looseObject({}).parse((await api.call('GET', at(path))).body),
    post: (path, body) => send('POST', path, body),
    create: async (path, body) => void (await send('POST', path, body).catch(nullFor(409))),
    put: (path, body) => send('PUT', path, body),
    remove: (path, body) => send('DELETE', path, body),
  }
}
