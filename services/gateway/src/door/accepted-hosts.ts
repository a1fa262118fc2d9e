const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Which Host header is ours: the public one, and on a loopback portal every loopback name. Anything else is another site's name that was
 * pointed here (DNS rebinding) or a misconfigured proxy.
 */
export function acceptedHosts(publicOrigin: string): (host: string | undefined) => boolean {
  const own = new URL(publicOrigin)
  const isLocal = loopback.has(own.hostname)
  return (host) => {
    if (host === own.host) return true
    if (host === undefined || !isLocal) return false
    const colon = host.lastIndexOf(':')
    const [name, port] =
      colon > host.lastIndexOf(']') ? [host.slice(0, colon), host.slice(colon + 1)] : [host, '']
    return loopback.has(name) && port === own.port
  }
}
