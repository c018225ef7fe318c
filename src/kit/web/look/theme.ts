import { createTheme, type VariantColorsResolver } from '@mantine/core'

const variantColorResolver: VariantColorsResolver = ({ variant, color = 'blue' }) => {
  const name = color === 'gray' ? 'grey' : color
  if (variant === 'default') return button('white', 'var(--button-line)')
  if (variant === 'outline') {
    const text = name === 'red' ? 'var(--error)' : `var(--badge-${name}-text)`
    const line = name === 'red' ? 'var(--badge-red-line)' : `var(--badge-${name}-line)`
    return { background: 'var(--card)', hover: 'var(--head)', color: text, border: `1px solid ${line}` }
  }
  if (variant === 'light') {
    if (name === 'blue') return button('light-blue')
    const fill = `var(--badge-${name}-bg)`
    return {
      background: fill,
      hover: darker(fill),
      color: `var(--badge-${name}-text)`,
      border: '1px solid transparent',
    }
  }
  if (variant === 'subtle' || variant === 'transparent') {
    const text = name === 'blue' || name === 'grey' ? 'var(--muted)' : `var(--badge-${name}-text)`
    const hover = variant === 'subtle' ? 'var(--hover)' : 'transparent'
    return { background: 'transparent', hover, color: text, border: '1px solid transparent' }
  }
  return button(name)
}

/** The head of a dialog is no landmark of the page. */
const headless = { header: { role: 'presentation' } }

/** The Mantine theme: sizes and habits here, every colour through `variantColorResolver` and the tokens. */
export const theme = createTheme({
  primaryColor: 'blue',
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'var(--mantine-font-family)',
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'lg' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs', withThumbIndicator: false } },
    Tabs: { defaultProps: { keepMounted: false, variant: 'unstyled' } },
    Progress: { defaultProps: { size: 6, radius: 3 } },
    Menu: { defaultProps: { ...floating(), withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: floating() },
    Combobox: { defaultProps: { offset: 4, transitionProps: { duration: 0 } } },
    Modal: {
      defaultProps: { lockScroll: false, radius: 12, overlayProps: { backgroundOpacity: 1 }, attributes: headless },
    },
    ModalRoot: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false, overlayProps: { backgroundOpacity: 1 }, attributes: headless } },
    DrawerRoot: { defaultProps: { lockScroll: false } },
    Select: { defaultProps: { allowDeselect: false } },
    Tooltip: { defaultProps: { openDelay: 400, offset: 6, withArrow: false, transitionProps: { duration: 150 } } },
  },
})

function button(name: string, line = 'transparent') {
  const fill = `var(--button-${name}-fill)`
  return {
    background: fill,
    hover: name === 'white' ? 'var(--head)' : darker(fill),
    color: `var(--button-${name}-text)`,
    border: `1px solid ${line}`,
  }
}

function darker(fill: string) {
  return `color-mix(in srgb, ${fill} 90%, #000)`
}

function floating() {
  return { offset: 4, transitionProps: { duration: 80, exitDuration: 80 } }
}
