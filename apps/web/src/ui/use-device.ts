import { useEffect, useLayoutEffect, useState } from 'react'
import { createStore } from '../store.ts'

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** As much as the server knew of the device when it drew the page. */
export const drawnFor = createStore<Device>({ userAgent: '', maxTouchPoints: 0 })

/** What the browser says of the device. A page that the server has drawn begins with what the server knew. */
export function useDevice(): Device {
  const [device, setDevice] = useState(drawnFor.get)
  useLayoutEffect(() => setDevice(navigator), [])
  return device
}

/** Whether the page works: false on the server, and while a page that it has drawn is taken over. */
export function useIsLive(): boolean {
  const [isLive, setIsLive] = useState(false)
  useEffect(() => setIsLive(true), [])
  return isLive
}
