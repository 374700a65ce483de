import { createFileRoute } from '@tanstack/react-router'
import { startPage } from './guard/guard.ts'

export const Route = createFileRoute('/')({ beforeLoad: startPage })
