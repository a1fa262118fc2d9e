import { readRemoteKeys, remoteStatement } from '@portal/contracts/remote-statement'
import type { RemoteEntry } from '@portal/contracts/remotes'

/** Rejects an entry that may not run. */
export type VerifyEntry = (entry: RemoteEntry) => Promise<void>

/**
 * Checks entries against the keys of the page (Ed25519, RFC 8032). A page without keys checks
 * nothing; one whose keys cannot be read runs nothing.
 */
export function createVerifier(keysText: string | null): VerifyEntry {
  if (keysText === null) return async () => undefined
  const keys = [...(readRemoteKeys(keysText)?.values() ?? [])].map(bytesOf)
  return async (entry) => {
    const statement = new TextEncoder().encode(remoteStatement(entry))
    const signature = entry.signature === undefined ? null : bytesOf(entry.signature)
    for (const key of signature ? keys : []) {
      if (signature && (await isSigned({ key, statement, signature }))) return
    }
    throw new Error(`${entry.name} ${entry.version} is not signed by a key of this portal, or was changed`)
  }
}

interface Signed {
  readonly key: Uint8Array<ArrayBuffer>
  readonly statement: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

async function isSigned({ key, statement, signature }: Signed): Promise<boolean> {
  const native = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']).catch(() => null)
  if (native) return crypto.subtle.verify('Ed25519', native, signature, statement)
  // Browsers before Chrome 137 and Firefox 130 have no Ed25519 of their own.
  const { verifyAsync } = await import('@noble/ed25519')
  return verifyAsync(signature, statement, key).catch(() => false)
}

/** Text in base64; nothing for a text that is none, which no signature fits. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}
