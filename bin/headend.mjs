#!/usr/bin/env node
await import('../dist/portal/cli.js')
