/**
 * The attribute that holds the login name which an administrator gave, and that nobody else can write. Keycloak's own user name proves
 * nothing: whoever registers can send one.
 */
export const loginNameAttribute = 'loginName'

/** The attribute that holds the reference with which an account was created; only administrators read and write it. */
export const referenceAttribute = 'creationReference'
