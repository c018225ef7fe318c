/** A `ref` of what opens in place of a control: its first field has the focus at once, also where it loads later. */
export function focusFirstField(place: HTMLElement | null): void {
  const field = place?.querySelector<HTMLElement>('[data-autofocus]') ?? place?.querySelector('input, textarea, select')
  if (field instanceof HTMLElement) field.focus()
}
