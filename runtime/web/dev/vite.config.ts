import { defineConfig, mergeConfig } from "vite";
import production from "../vite.config.ts";
import { mockServer } from "./mock.ts";

/** The client beside a small pretended server, to work on its looks without the real one. */
export default mergeConfig(
  production,
  defineConfig({ root: ".", plugins: [mockServer()], server: { host: "127.0.0.1" } }),
);
