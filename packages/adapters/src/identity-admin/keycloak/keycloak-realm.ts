/** The login name by an administrator: a forged registration can set Keycloak's own user name. */
export const loginNameAttribute = 'loginName'
/** The attribute with the reference of the creation; only administrators read and write it. */
export const referenceAttribute = 'creationReference'

/** A representation of Keycloak's admin API. */
export type Representation = Readonly<Record<string, unknown>>

/** A claim that a client's tokens carry. */
export interface KeycloakMapper extends Representation {
  readonly name: string
}

/** A client of a realm; provisioning resets all that is stated here. */
export interface KeycloakClient {
  readonly clientId: string
  readonly settings: Representation
  /** Client scopes whose claims are in every token. No scope is optional. */
  readonly scopes: readonly string[]
  readonly mappers: readonly KeycloakMapper[]
  /** The only rights of the service account in the realm's management; null if it has none. */
  readonly managementRoles: readonly string[] | null
}

/** One of Keycloak's built-in client scopes, with these claims and no others. */
export interface KeycloakClientScope {
  readonly name: string
  readonly mappers: readonly KeycloakMapper[]
}

/** A realm as code. What it does not mention stays as operators have set it. */
export interface KeycloakRealm {
  readonly realm: string
  /** Rises with every change, so that an older definition never undoes a newer one. */
  readonly version: number
  readonly settings: Representation
  readonly userProfile: Representation
  readonly clientScopes: readonly KeycloakClientScope[]
  /** The default roles; provisioning removes any other. */
  readonly defaultRoles: readonly string[]
  /** Keycloak's required actions at login, and which are enabled. */
  readonly requiredActions: Readonly<Record<string, boolean>>
  readonly clients: readonly KeycloakClient[]
  /** Built-in clients that provisioning disables. */
  readonly disabledClients: readonly string[]
}
