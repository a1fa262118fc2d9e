/** Keycloak's own representations, as its admin API takes them. */
export type Representation = Readonly<Record<string, unknown>>

/** A claim that a client's tokens carry. */
export interface KeycloakMapper extends Representation {
  readonly name: string
}

/** A client of a realm; everything in it is brought to what is said here. */
export interface KeycloakClient {
  readonly clientId: string
  readonly settings: Representation
  /** Client scopes whose claims the tokens always carry. No scope is optional. */
  readonly scopes: readonly string[]
  readonly mappers: readonly KeycloakMapper[]
  /** Rights of the service account in the realm's management, and no others; null when the client has none. */
  readonly managementRoles: readonly string[] | null
}

/** A client scope that Keycloak brings along, with these claims and no others. */
export interface KeycloakClientScope {
  readonly name: string
  readonly mappers: readonly KeycloakMapper[]
}

/** A realm as code: what provisioning brings about. What it does not mention stays as operators have set it. */
export interface KeycloakRealm {
  readonly realm: string
  /** Rises with every change of the definition: an older one never undoes a newer one. */
  readonly version: number
  readonly settings: Representation
  readonly userProfile: Representation
  readonly clientScopes: readonly KeycloakClientScope[]
  /** Roles that everybody has; any other is taken from the realm's default role. */
  readonly defaultRoles: readonly string[]
  /** What may be asked of people at sign-in, and whether it is. */
  readonly requiredActions: Readonly<Record<string, boolean>>
  readonly clients: readonly KeycloakClient[]
  /** Clients that Keycloak makes by itself and that nobody may use. */
  readonly disabledClients: readonly string[]
}
