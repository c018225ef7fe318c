/** The product's logo: an H whose bar carries a signal. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="24" height="24" rx="6" fill="var(--primary)" />
      <g fill="none" stroke="#fff" strokeWidth="1.9" strokeLinecap="round">
        <path d="M6.7 6v12M17.3 6v12M6.7 12h10.6" />
      </g>
      <circle cx="12" cy="12" r="1.7" fill="#fff" />
    </svg>
  )
}
