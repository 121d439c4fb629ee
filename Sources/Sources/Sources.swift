// Sources
