import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    // Durations depend on how busy the machine is; this limit only ends a test that hangs.
    testTimeout: 60_000,
  },
});
