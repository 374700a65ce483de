import './quick-imports.ts'

// Not a static import: those are resolved before anything here runs.
await import('./serve.ts')
