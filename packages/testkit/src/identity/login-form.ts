/** A parsed form, ready to be posted. */
export interface LoginForm {
  readonly action: string
  readonly fields: ReadonlyMap<string, string>
}

const asking = ['password', 'password-new', 'username', 'form_token']

/**
 * The first form of our own or Keycloak's pages that asks for something, or null; `end` is how its
 * address ends. Not a general HTML parser.
 */
export function findLoginForm(page: string, end = ''): LoginForm | null {
  for (const [markup, opening = ''] of page.matchAll(/<form\b([^>]*)>[\s\S]*?<\/form>/gi)) {
    const inputs = [...markup.matchAll(/<input\b([^>]*)>/gi)].map(([, attributes = '']) => attributes)
    const fields = new Map(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]))
    const action = attribute(opening, 'action')
    const isWanted = action !== '' && action.endsWith(end)
    if (isWanted && asking.some((name) => fields.has(name))) return { action, fields }
  }
  return null
}

/** The page's error, or its heading, on one line for messages. */
export function pageMessage(page: string): string {
  const [, alert] = /role="alert"[^>]*>([\s\S]*?)</i.exec(page) ?? []
  const [, field] = /class="error"[^>]*>([\s\S]*?)</i.exec(page) ?? []
  const [, heading] = /<h1[^>]*>([\s\S]*?)</i.exec(page) ?? []
  return decoded(alert ?? field ?? heading ?? 'an unknown page').trim()
}

function attribute(markup: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(markup) ?? []
  return decoded(value)
}

function decoded(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
