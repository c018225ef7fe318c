import { useNavigate, useSearch } from '@tanstack/react-router'

/** Which provider is open (`new` while one is set up) and whom the doctor looks at; both stand in the address. */
export function usePlace() {
  const navigate = useNavigate()
  const { provider, domain } = useSearch({ strict: false }) as { provider?: string; domain?: string }
  const go = (search: { provider?: string | undefined; domain?: string | undefined }) =>
    void navigate({ to: '.', search: { provider, domain, ...search }, replace: true } as never)
  return {
    provider,
    domain,
    open: (id: string | undefined) => go({ provider: id }),
    look: (at: string) => go({ domain: at }),
  }
}
