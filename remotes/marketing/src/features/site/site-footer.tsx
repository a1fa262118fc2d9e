import { Link } from '@portal/remote-kit/link'
import { BrandLink, companyLinks, productLinks } from './site-links.tsx'

/** Brand and the six links that every public page ends with. */
export function SiteFooter() {
  return (
    <footer>
      <div className="mx-auto grid max-w-rail gap-x-col gap-y-8 border-default px-pad pt-14 pb-18 sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] rail:border-x">
        <div>
          <BrandLink />
          <p className="mt-3.5 max-w-[40ch] text-14/5.5 text-secondary">
            Policies, approvals and answers in one place, with the source beside every answer.
          </p>
        </div>
        <div className="grid grid-cols-2 gap-6">
          <FooterColumn title="Product" links={productLinks} />
          <FooterColumn title="Company" links={companyLinks} />
        </div>
      </div>
    </footer>
  )
}

function FooterColumn({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2.5 font-medium text-13 text-tertiary">{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-block py-1.25 text-14/5.5 text-secondary underline-offset-3 hover:text-primary hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
