/** Where the bearer token is stored, and the parameter that brings it (product §7 and §9). */
const authTokenKey = 'auth_token'

const tokenBytesMax = 4096
const tokenShape = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Moves `auth_token` from the address into storage, without a reload and before any remote loads.
 * Repeated, longer than 4 KB or malformed parameters are dropped (decision 14); an earlier token
 * stays.
 */
export function takeAuthToken(): void {
  const address = new URL(location.href)
  const given = address.searchParams.getAll(authTokenKey)
  if (given.length === 0) return
  address.searchParams.delete(authTokenKey)
  history.replaceState(history.state, '', `${address.pathname}${address.search}${address.hash}`)
  const [token, ...others] = given
  if (token && others.length === 0 && token.length <= tokenBytesMax && tokenShape.test(token))
    localStorage.setItem(authTokenKey, token)
}

/** The stored token, if any. */
export function storedToken(): string | null {
  return localStorage.getItem(authTokenKey)
}

/** Forgets the stored token: at logout, and when the server refuses it. */
export function dropToken(): void {
  localStorage.removeItem(authTokenKey)
}
