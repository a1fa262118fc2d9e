import { encodedUnreserved } from '../ingress/dispatch.ts'

const charactersMax = 2000
/** Not pages: sending a browser there after login would trigger an action, or loop. */
const machine = /^\/(api|oidc|auth|internal|remotes)(\/|$)/i

/**
 * Where a browser goes after login: a normalised path of this portal (decision 9). Anything that a
 * browser could read as another origin becomes the start page: `//host`, backslashes, encoded
 * separators, control characters, schemes.
 */
export function localPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > charactersMax) return '/'
  if (!wanted.startsWith('/') || wanted.includes('\\') || hasControls(wanted)) return '/'
  const base = 'http://portal.invalid'
  if (!URL.canParse(wanted, base)) return '/'
  const url = new URL(wanted, base)
  const { pathname } = url
  if (url.origin !== base || pathname.startsWith('//') || /%(5c|2f|[01][0-9a-f]|7f)/i.test(pathname))
    return '/'
  if (machine.test(pathname) || encodedUnreserved.test(pathname)) return '/'
  return `${pathname}${url.search}${url.hash}`
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\x7f')
}
