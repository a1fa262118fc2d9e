import { Link } from '@portal/remote-kit/link'
import { BrandMark, productName } from '@portal/ui/brand'

export function BrandLink() {
  return (
    <Link to="/" className="inline-flex items-center gap-2.5 font-semibold text-16 tracking-tight">
      <BrandMark />
      {productName}
    </Link>
  )
}
