/**
 * The attribute with the login name that an administrator set; nobody else can write it. Keycloak's
 * own user name proves nothing: a registration form can be forged to set one.
 */
export const loginNameAttribute = 'loginName'

/** The attribute with the reference of the creation; only administrators read and write it. */
export const referenceAttribute = 'creationReference'
