/** The product's name. */
export const productName = 'Portal'

/** The product's mark. Decorative: always next to the name. */
export function BrandMark() {
  return (
    <span className="grid size-6.5 shrink-0 place-items-center rounded-[7px] bg-accent text-accent-on">
      <svg
        aria-hidden="true"
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
      >
        <path d="M3 3.5h10M3 12.5h6" strokeWidth="1.6" opacity=".55" />
        <path d="M3 8h10" strokeWidth="3.2" />
      </svg>
    </span>
  )
}
