import './quick-imports.ts'

// A dynamic import, because static imports are resolved before any code here runs.
await import('./serve.ts')
