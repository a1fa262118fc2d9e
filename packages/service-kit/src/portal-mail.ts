import { html } from './html.ts'

/** The text of a mail: short paragraphs, one link, and why it was sent. */
export interface PortalMail {
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly link: { readonly label: string; readonly url: string }
  readonly footnote: string
}

const font = `font-family:Inter,-apple-system,'Segoe UI',Roboto,sans-serif`

/**
 * A mail as plain text and as HTML in the portal's look; all text is escaped. Colours are the light
 * theme's, in a notation that mail programs understand.
 */
export function portalMail(mail: PortalMail): { readonly text: string; readonly html: string } {
  const { heading, paragraphs, link, footnote } = mail
  const text = [...[heading, ...paragraphs, `${link.label}: ${link.url}`].map(singleLine), '--', footnote]
  return { text: `${text.join('\n\n')}\n`, html: markup(mail) }
}

/** A name with line breaks must not look like one of our paragraphs. */
function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
}

function markup({ heading, paragraphs, link, footnote }: PortalMail): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title></head>
<body style="margin:0;padding:32px 16px;background:#f7f9fa;${font};color:#151d21">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #d8dddf;border-radius:6px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:14px;font-weight:600;color:#00666f">AI Compliance Portal</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600">${heading}</h1>
${paragraphs.map((text) => html`<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#475256">${text}</p>\n`)}<p style="margin:24px 0"><a href="${link.url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#00666f;color:#f9fdfd;font-size:16px;font-weight:500;text-decoration:none">${link.label}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#5f6a6e;word-break:break-all">${link.url}</p>
</td></tr></table>
<p style="max-width:560px;margin:16px auto 0;font-size:13px;line-height:20px;color:#5f6a6e">${footnote}</p>
</td></tr></table>
</body>
</html>
`.markup
}
