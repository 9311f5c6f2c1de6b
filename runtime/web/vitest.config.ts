import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    // How long a test takes says how busy the machine is; this only ends one that hangs.
    testTimeout: 60_000,
  },
});
